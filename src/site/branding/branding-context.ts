import { createContext } from 'hono/jsx';
import { PLAIN_BRANDING } from './branding.js';

/** The branding of the page that is rendered. */
export const BrandingContext = createContext(PLAIN_BRANDING);
