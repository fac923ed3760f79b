/** The package has types, but names them where this project's module resolution does not look. */
declare module "redlock" {
  export interface Held {
    release(): Promise<unknown>;
  }

  export default class Redlock {
    constructor(clients: readonly unknown[], settings: { readonly retryCount: number });
    acquire(resources: string[], milliseconds: number): Promise<Held>;
  }
}
