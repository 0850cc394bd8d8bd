import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { App } from '#web/app.tsx';
import { startLanguage } from '#web/lib/i18n/i18n.ts';
import { persistently } from '#web/lib/lazy-page.tsx';
import '#web/ui/base.css';

// zod would try to make functions from text, which the content policy forbids and reports
z.config({ jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
await persistently(startLanguage);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
