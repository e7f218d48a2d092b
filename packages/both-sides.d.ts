// What the browser and Node have alike, for what runs in both: tsconfig.json of this folder gives it nothing else.
declare class Blob {
  readonly size: number;
  readonly type: string;
}
declare class File extends Blob {
  readonly name: string;
}
declare class URL {
  constructor(url: string, base?: string);
  static canParse(url: string, base?: string): boolean;
  readonly protocol: string;
  readonly hostname: string;
  readonly username: string;
  readonly password: string;
  readonly href: string;
}
declare class FormData {
  set(name: string, value: string): void;
  append(name: string, value: File, filename: string): void;
}
declare class URLSearchParams {
  readonly size: number;
  set(name: string, value: string): void;
  toString(): string;
}
declare const performance: { now(): number };
declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
declare function atob(base64: string): string;
declare function setTimeout(work: (done: void) => void, milliseconds: number): unknown;
interface AbortSignal {
  readonly aborted: boolean;
}
declare class Response {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  json(): Promise<unknown>;
  blob(): Promise<Blob>;
}
declare function fetch(
  address: string,
  request: { method: string; headers: Record<string, string>; body?: string | FormData; signal?: AbortSignal },
): Promise<Response>;
interface CryptoKey {
  readonly type: string;
}
declare const crypto: {
  randomUUID(): string;
  subtle: {
    importKey(
      format: 'raw',
      content: Uint8Array<ArrayBuffer>,
      algorithm: { name: 'HMAC'; hash: 'SHA-256' },
      isExtractable: boolean,
      uses: 'verify'[],
    ): Promise<CryptoKey>;
    verify(
      algorithm: 'HMAC',
      key: CryptoKey,
      signature: Uint8Array<ArrayBuffer>,
      content: Uint8Array<ArrayBuffer>,
    ): Promise<boolean>;
  };
};
