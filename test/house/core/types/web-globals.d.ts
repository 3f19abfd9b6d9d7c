/** The globals that the core uses. Browsers, Deno and Node share them. */
declare class TextEncoder {
  encode(text: string): Uint8Array;
  encodeInto(text: string, target: Uint8Array): { readonly read: number; readonly written: number };
}
declare class TextDecoder {
  constructor(label?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean });
  decode(bytes?: Uint8Array, options?: { readonly stream?: boolean }): string;
}
declare class URL {
  constructor(reference: string, base?: string);
  readonly href: string;
  static canParse(reference: string, base?: string): boolean;
}
declare const crypto: { randomUUID(): string };
declare function btoa(binary: string): string;
