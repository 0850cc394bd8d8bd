import type { Page } from 'playwright-core';
import { afterEach } from 'vitest';

/** What went wrong on each open page, newest last. */
const faults = new Map<Page, string[]>();

/** Lets a failed test tell what this page showed, and which of its requests failed. */
export function tellOfFailures(page: Page): void {
  const told: string[] = [];
  faults.set(page, told);
  page.on('pageerror', (error) => told.push(error.message));
  page.on('requestfailed', (request) => told.push(`${request.url()}: ${request.failure()?.errorText ?? ''}`));
  page.on('response', (answer) => {
    if (answer.status() >= 400) told.push(`${answer.url()}: ${answer.status()}`);
  });
  page.on('close', () => faults.delete(page));
}

afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const [page, told] of faults) {
    const shown = await page
      .evaluate<string>(
        `[...[...document.querySelectorAll('[role=dialog], .ant-message-notice')].reverse(), document.body]
          .map((one) => one.innerText.replace(/\\s+/g, ' ').slice(0, 400)).join(' | ')`,
      )
      .catch(String);
    console.error([`failed with ${page.url()} open: ${shown}`, ...told.slice(-10)].join('\n  '));
  }
});
