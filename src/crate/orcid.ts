/** Whether a text is an ORCID: four groups of digits with a right check digit (ISO 7064 mod 11-2). */
export function isOrcid(text: string): boolean {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(text)) return false;
  const digits = text.replaceAll('-', '');
  let sum = 0;
  for (const digit of digits.slice(0, -1)) sum = (sum + Number(digit)) * 2;
  const check = (12 - (sum % 11)) % 11;
  return digits.endsWith(check === 10 ? 'X' : String(check));
}
