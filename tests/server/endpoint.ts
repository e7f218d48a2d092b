import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of somebody else's, on loopback. */
export type Endpoint = {
  origin: string;
  port: number;
  /** The requests that came in, the newest last. */
  asked: IncomingMessage[];
};

/** Starts a server that answers as told, until the tests of the file have ended. */
export const startEndpoint = async (respond: RequestListener, host = '127.0.0.1'): Promise<Endpoint> => {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    respond(request, response);
  });
  server.listen(0, host).unref();
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { origin: `http://${host.includes(':') ? `[${host}]` : host}:${port}`, port, asked };
};

/** Answers with JSON. */
export const sendJson = (response: ServerResponse, body: unknown, type = 'application/json'): void => {
  response.writeHead(200, { 'content-type': type }).end(JSON.stringify(body));
};
