/** Writes a JSON object whose last property is a list, value by value. Each value is a line. */
export async function* jsonList(head: object, name: string, values: AsyncIterable<object>): AsyncGenerator<string> {
  const text = JSON.stringify(head).slice(0, -1);
  yield `${text}${text === '{' ? '' : ','}${JSON.stringify(name)}:[`;
  let before = '\n';
  for await (const value of values) {
    yield `${before}${JSON.stringify(value)}`;
    before = ',\n';
  }
  yield '\n]}\n';
}

/** Writes each value as a line of JSON. */
export async function* jsonLines(values: AsyncIterable<object>): AsyncGenerator<string> {
  for await (const value of values) yield `${JSON.stringify(value)}\n`;
}
