/** A repair of the text itself. */
export type TextRepair = 'invalid-utf8' | 'duplicate-key';

/** Called for each repair of the text, with the detail to report. */
export type OnTextRepair = (kind: TextRepair, detail: string) => void;
