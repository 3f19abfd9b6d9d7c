import { isObject, type JsonValue } from '../json/lazy-document.js';

/** Adds all that could be a term or a prefix of a context: keys and strings, and what they have before a colon. */
export function wordsIn(value: JsonValue, words = new Set<string>()): Set<string> {
  if (typeof value === 'string') {
    words.add(value);
    const colon = value.indexOf(':', 1);
    if (colon > 0) words.add(value.slice(0, colon));
  } else if (Array.isArray(value)) {
    for (const item of value) wordsIn(item, words);
  } else if (isObject(value)) {
    for (const key in value) {
      wordsIn(key, words);
      wordsIn(value[key] as JsonValue, words);
    }
  }
  return words;
}
