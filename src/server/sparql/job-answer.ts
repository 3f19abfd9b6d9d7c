import { ContentResponse } from '../http/content-response.js';
import type { ChosenFormat } from './answer-formats.js';
import type { QueryJob } from './query-job.js';
import type { QueryThreads } from './query-threads.js';
import { orGone } from './refusal.js';

/** Has a query thread do a job, and sends its result as the client can take it. */
export async function answerJob(
  queries: QueryThreads,
  job: QueryJob,
  {
    request,
    chosen,
    headers = {},
  }: { readonly request: Request; readonly chosen: ChosenFormat; readonly headers?: Readonly<Record<string, string>> },
): Promise<Response> {
  const answer = await queries.run(job, request.signal).catch((error: unknown) => {
    throw orGone(error);
  });
  const { size, content } = answer;
  const length = size === undefined ? {} : { 'content-length': String(size) };
  const all = { 'content-type': chosen.contentType, ...length, vary: 'Accept', ...headers };
  if (request.method !== 'HEAD')
    return content === undefined
      ? new Response(answer.body, { headers: all })
      : new ContentResponse(content, { headers: all });
  if (content === undefined) await answer.body.cancel();
  return new Response(null, { headers: all });
}
