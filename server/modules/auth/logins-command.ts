import { parseArgs } from 'node:util';
import { offerLogin } from '#server/modules/auth/offer-login.ts';
import { runCommand, withOwnerUrl } from '#server/platform/backup/command.ts';
import { loadConfig, StartError } from '#server/platform/config.ts';
import { openPool } from '#server/platform/database/pool.ts';
import { openLog } from '#server/platform/log/log.ts';

// npm run logins [-- login name]: for somebody with access to the machine (docs/decisions/first-logins.md).

await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [username, ...rest] = positionals;
  if (rest.length > 0) throw new StartError('Usage: npm run logins, or npm run logins -- <login name>');
  const config = loadConfig(process.env);
  await withOwnerUrl(config, async (url) => {
    const pool = openPool({
      url,
      timeZone: config.companyTimeZone,
      max: 1,
      statementTimeout: 12_000,
      log: openLog('silent'),
    });
    try {
      const offered = await offerLogin(pool.db, username);
      const line =
        'setupToken' in offered
          ? `${config.publicUrl ?? `http://${config.host}:${config.port}`}/setup#${offered.setupToken}`
          : `${offered.username}  ${offered.password}`;
      process.stdout.write(`${line}\n`);
    } finally {
      await pool.close();
    }
  });
});
