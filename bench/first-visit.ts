import { chromium } from 'playwright-core';

/**
 * Kilobytes of JavaScript and CSS on the wire until a person without a login sees a list, that of customers: login page
 * and list together (R26.4).
 */
export async function firstVisit(
  url: string,
  username: string,
  password: string,
  path = '/crm/customer',
): Promise<number> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
  });
  try {
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    const programs = new Set<string>();
    let bytes = 0;
    network.on('Network.responseReceived', ({ requestId, response }) => {
      if (/javascript|css/.test(response.mimeType)) programs.add(requestId);
    });
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      if (programs.has(requestId)) bytes += encodedDataLength;
    });
    await page.goto(url + path);
    await page.locator('input[autocomplete="username"]').fill(username);
    await page.locator('input[autocomplete="current-password"]').fill(password);
    await page.locator('button[type="submit"]').click();
    await page.getByRole('table').first().waitFor();
    await page.waitForTimeout(1000);
    return bytes / 1000;
  } finally {
    await browser.close();
  }
}
