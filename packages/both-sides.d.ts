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
}
declare const performance: { now(): number };
