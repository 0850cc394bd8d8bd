import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { openApplication } from '#server/app.ts';
import { loadConfig } from '#server/platform/config.ts';
import { openLog } from '#server/platform/log/log.ts';
import { recordModules } from '#server/record/registry.ts';
import { openApiOf } from '#server/openapi/document.ts';
import { productVersion } from '#server/openapi/routes.ts';

const { values } = parseArgs({
  options: { out: { type: 'string', default: 'dist/openapi.json' }, print: { type: 'boolean', default: false } },
});
// the table is made with the application, which connects to nothing before it is asked to
const application = await openApplication({
  config: loadConfig({}),
  log: openLog('silent'),
  databaseUrl: 'postgresql://nobody@localhost/none',
});
const endpoints = application.routes.map((route) => route.endpoint);
const types = recordModules().map(({ type }) => type);
await application.close();
const text = `${JSON.stringify(openApiOf(endpoints, productVersion(), types), null, 2)}\n`;
if (values.print) {
  process.stdout.write(text);
} else {
  mkdirSync(dirname(values.out), { recursive: true });
  writeFileSync(values.out, text);
  process.stdout.write(`${values.out}: ${endpoints.length} calls\n`);
}
