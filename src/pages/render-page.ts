import type { PageRequest, RenderedPage } from './page-request.js';

/** Renders the pages of one store; it runs in a thread of its own, so that no large crate stops the server. */
export interface Pages {
  render(request: PageRequest): Promise<RenderedPage>;
  close(): Promise<void>;
}
