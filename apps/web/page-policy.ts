// What the policy of the page (server/http/security-headers.ts) asks of the libraries. Imported before all else: some
// of them run as they are loaded. vite.config.ts keeps it in one chunk with zod, of which every schema is made.
import type {} from 'trusted-types';
import { z } from 'zod';

// Schemas that compile themselves need eval, which is refused, and already asking whether it works is reported.
z.config({ jitless: true });

/** How Leaflet finds out, as it is loaded, whether it can draw. */
const probes = ['<svg/>'];

// Mantine writes its style sheets as HTML, Leaflet its probe. No other text reaches the page as HTML: what is formatted
// comes through DOMPurify (ui/markdown.tsx), and what is pasted through it and ProseMirror's own policy.
window.trustedTypes?.createPolicy('default', {
  createHTML: (html) => {
    if (!html.includes('<') || probes.includes(html)) return html;
    throw new TypeError('HTML is shown by <Markdown> only');
  },
});
