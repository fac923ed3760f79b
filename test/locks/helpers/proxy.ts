import { connect, createServer } from "node:net";
import type { Socket } from "node:net";

/** What the network does to one direction of every connection. */
export interface Weather {
  /** Bytes are kept back, as in a partition; they go on when this is undone. */
  hold: boolean;
  /** Milliseconds of delay. */
  delay: number;
}

export interface Proxy {
  readonly port: number;
  readonly toServer: Weather;
  readonly toClient: Weather;
  /** Cuts every connection in place of the next answer, which the server has sent: its commit is done. */
  cutNextAnswer(): void;
  /** New connections go to another server. */
  retarget(port: number): void;
  /** Ends every connection. */
  cut(): void;
  close(): Promise<void>;
}

/** A TCP proxy on this machine through which a store's bytes go. */
export async function createProxy(target: number): Promise<Proxy> {
  const sockets = new Set<Socket>();
  const toServer: Weather = { hold: false, delay: 0 };
  const toClient: Weather = { hold: false, delay: 0 };
  let cutAnswer = false;
  let to = target;

  function cut(): void {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  }

  function pass(from: Socket, to: Socket, weather: Weather, onData: () => boolean): void {
    let chain = Promise.resolve();
    from.on("data", (chunk: Buffer) => {
      if (onData()) return;
      chain = chain.then(async () => {
        if (weather.delay > 0) await pause(weather.delay);
        while (weather.hold && !to.destroyed) await pause(10);
        if (!to.destroyed) to.write(chunk);
      });
    });
    from.on("error", () => to.destroy());
    from.on("close", () => void chain.then(() => to.destroy()));
  }

  const server = createServer((client) => {
    const upstream = connect(to, "127.0.0.1");
    sockets.add(client).add(upstream);
    pass(client, upstream, toServer, () => false);
    pass(upstream, client, toClient, () => {
      if (!cutAnswer) return false;
      cutAnswer = false;
      cut();
      return true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : 0,
    toServer,
    toClient,
    cutNextAnswer: () => void (cutAnswer = true),
    retarget: (port) => void (to = port),
    cut,
    close: async () => {
      cut();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
