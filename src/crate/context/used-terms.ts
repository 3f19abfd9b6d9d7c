import { KEYWORDS } from './term-definition.js';
import { isObject, type JsonObject, type JsonValue } from '../json/lazy-document.js';

/**
 * The part of a context that is in use: its keywords, and the terms among the words. The terms that these are defined
 * by are in use too, and added to the words.
 */
export function usedPart(context: JsonValue, words: Set<string>): JsonValue {
  if (Array.isArray(context)) return context.map((part) => usedPart(part, words));
  if (!isObject(context)) return context;
  const used: [string, JsonValue][] = [];
  const take = (name: string) => {
    if (!Object.hasOwn(context, name)) return;
    const value = (context as JsonObject)[name] as JsonValue;
    used.push([name, value]);
    wordsIn(value, words);
  };
  for (const keyword of KEYWORDS) take(keyword);
  for (const word of words) if (!KEYWORDS.has(word)) take(word); // the loop reaches added words
  return Object.fromEntries(used);
}

/** Adds all that could be a term or prefix of a context: keys and strings, and their part before a colon. */
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
