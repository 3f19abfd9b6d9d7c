const ORCID =
  /^(?:https?:\/\/(?:www\.)?orcid\.org\/|(?:orcid:|(?:www\.)?orcid\.org\/)\s*)?((?:\d{4}-){3}\d{3}[\dX])\/?$/i;

/** Whether a text is an ORCID: four groups of digits with a right check digit (ISO 7064 mod 11-2). */
export function isOrcid(text: string): boolean {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(text)) return false;
  const digits = text.replaceAll('-', '');
  let sum = 0;
  for (const digit of digits.slice(0, -1)) sum = (sum + Number(digit)) * 2;
  const check = (12 - (sum % 11)) % 11;
  return digits.endsWith(check === 10 ? 'X' : String(check));
}

/** The ORCID in an address or text, as in `0000-0002-1825-0097`; undefined without a right one. */
export function orcidIn(text: string): string | undefined {
  const orcid = ORCID.exec(text.trim())?.[1]?.toUpperCase();
  return orcid !== undefined && isOrcid(orcid) ? orcid : undefined;
}
