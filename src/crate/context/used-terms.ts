import { isObject, type JsonObject, type JsonValue } from '../json/value.js';
import { KEYWORDS } from './term-definition.js';
import { wordsIn } from './words.js';

/**
 * The part of a context that is used: its settings, and the terms among the words. What these are defined by is used
 * too, and added to the words.
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
  for (const word of words) if (!KEYWORDS.has(word)) take(word); // the loop comes to those that are added
  return Object.fromEntries(used);
}
