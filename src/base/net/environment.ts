/** Environment variables, such as those of `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;
