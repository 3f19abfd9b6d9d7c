/** The digits of a ROR: those of Crockford, without letters that look like digits. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';
const ROR = /^(?:https?:\/\/(?:www\.)?|ror:|(?:www\.)?)(?:ror\.org\/)?(0[a-hjkmnp-tv-z0-9]{6}\d{2})\/?$/i;
const WITH_HOST = /^(?:https?:\/\/)?(?:www\.)?ror\.org\//i;

/** Whether a text is a ROR: a zero, six digits of base 32, and two check digits (ISO 7064 mod 97-10). */
export function isRor(text: string): boolean {
  if (!/^0[a-hjkmnp-tv-z0-9]{6}\d{2}$/.test(text)) return false;
  let number = 0;
  for (const digit of text.slice(1, 7)) number = number * DIGITS.length + DIGITS.indexOf(digit);
  return Number(text.slice(7)) === 98 - ((number * 100) % 97);
}

/**
 * The ROR in an address or text, as in `02mhbdp94`; undefined without a right one.
 * @param isNamed whether it is known that the text is a ROR: nine letters alone may be anything
 */
export function rorIn(text: string, isNamed: boolean): string | undefined {
  const trimmed = text.trim();
  if (!isNamed && !WITH_HOST.test(trimmed)) return undefined;
  const ror = ROR.exec(trimmed)?.[1]?.toLowerCase();
  return ror !== undefined && isRor(ror) ? ror : undefined;
}
