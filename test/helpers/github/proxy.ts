import { createServer, request, type IncomingMessage, type ServerResponse } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";

/** A proxy on this machine. */
export interface FakeProxy {
  readonly url: string;
  /** Hosts that tunnels were asked for, and addresses of plain requests. */
  readonly asked: string[];
  /** Everything that clients sent through it, as text. */
  readonly seen: () => string;
  /** What clients said of themselves in `proxy-authorization`. */
  readonly credentials: string[];
  /** Answers every client with this status; null: serves them. */
  refuse: number | null;
  readonly close: () => Promise<void>;
}

/** Starts a proxy that opens tunnels and forwards plain requests, on a free port of the loopback address. */
export async function fakeProxy(): Promise<FakeProxy> {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const proxy: { -readonly [Key in keyof FakeProxy]: FakeProxy[Key] } = {
    url: "",
    asked: [],
    credentials: [],
    refuse: null,
    seen: () => Buffer.concat(chunks).toString("latin1"),
    close: () => Promise.resolve(),
  };

  function note(what: string, { headers }: IncomingMessage): void {
    proxy.asked.push(what);
    if (headers["proxy-authorization"] !== undefined) proxy.credentials.push(headers["proxy-authorization"]);
  }

  const server = createServer((incoming, response) => {
    note(incoming.url ?? "", incoming);
    chunks.push(Buffer.from(JSON.stringify(incoming.headers)));
    if (proxy.refuse === null) forward(incoming, response);
    else response.writeHead(proxy.refuse).end();
  });
  server.on("connection", (socket) => sockets.add(socket));
  server.on("connect", (incoming, socket: Socket) => {
    note(incoming.url ?? "", incoming);
    if (proxy.refuse !== null) return void socket.end(`HTTP/1.1 ${proxy.refuse} No\r\n\r\n`);
    const [host = "", port = "0"] = (incoming.url ?? "").split(":");
    const far = connect(Number(port), host, () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
    sockets.add(far);
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.pipe(far).pipe(socket);
    for (const end of [socket, far]) end.on("error", () => end.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

function forward(incoming: IncomingMessage, response: ServerResponse): void {
  const out = request(incoming.url ?? "", { method: incoming.method ?? "GET", headers: incoming.headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  incoming.pipe(out);
}
