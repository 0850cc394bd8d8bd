import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#web/app.tsx';
import { startLanguage } from '#web/lib/i18n/i18n.ts';
import { persistently } from '#web/lib/lazy-page.tsx';
import { startFirstCalls } from '#web/modules/first-calls.ts';
import '#web/ui/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
startFirstCalls(location);
await persistently(startLanguage);
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
