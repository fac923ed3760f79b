/** A store under which real runs are put to the test. */
export interface FaultWorld {
  readonly name: string;
  url(): string;
  /** The store frees a dead runner's slot by proof instead of by time. */
  readonly provesDeath: boolean;
}
