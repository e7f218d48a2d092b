/** What is used of package saxen, which comes without types. */
declare module 'saxen' {
  /** The attributes by name, those of known namespaces with their prefix; false when they cannot be read. */
  export type AttrGetter = () => Record<string, string> | false;
  type Decode = (text: string) => string;
  type Events = {
    openTag: (name: string, attributes: AttrGetter, decode: Decode, isClosed: boolean) => void;
    closeTag: (name: string, decode: Decode, isClosed: boolean) => void;
    text: (text: string, decode: Decode) => void;
    cdata: (text: string) => void;
    /** A document type, or anything else that begins with `<!`. */
    attention: (text: string) => void;
    error: (error: Error) => void;
  };
  export class Parser {
    /** @param prefixes by the addresses of namespaces */
    ns(prefixes: Record<string, string>): this;
    on<E extends keyof Events>(event: E, call: Events[E]): this;
    parse(xml: string): Error | null;
  }
}
