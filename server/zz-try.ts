import { writeFileSync } from 'node:fs';
process.on('uncaughtException', (e) => { writeFileSync('/tmp/zz.txt', String(e.stack) + '\n', {flag:'a'}); });
const { openLog } = await import('#server/platform/log/log.ts');
const log = openLog('info');
for (let i = 0; i < 3; i++) { log.info({i}, 'x'); await new Promise((d) => setTimeout(d, 200)); }
writeFileSync('/tmp/zz.txt', 'end\n', {flag:'a'});
