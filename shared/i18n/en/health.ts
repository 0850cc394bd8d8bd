/** What the health of the system is, and what to do about it. */
export const health = {
  'health.unknown.says': 'This cannot be checked now',
  'health.unknown.todo': 'Look again later; if that does not help, see the log of the server.',
  'health.database.good.says':
    'The database (version {version}) answers within {milliseconds, plural, one {# millisecond} other {# milliseconds}}',
  'health.database.watch.says':
    'The database (version {version}) is slow: {milliseconds, plural, one {# millisecond} other {# milliseconds}}',
  'health.database.watch.todo': 'See whether the server is busy, with a large import for example.',
  'health.database.bad.says':
    'The database (version {version}) is very slow: {milliseconds, plural, one {# millisecond} other {# milliseconds}}',
  'health.database.bad.todo': 'Check memory and disk of the server, and give it more if needed.',
  'health.disk.good.says': '{free} GB free ({percent}%)',
  'health.disk.watch.says': 'Only {free} GB free ({percent}%)',
  'health.disk.watch.todo': 'Make room or enlarge the disk soon.',
  'health.disk.bad.says': 'The disk is almost full: {free} GB ({percent}%)',
  'health.disk.bad.todo': 'Make room or enlarge the disk now: otherwise the system stops writing.',
  'health.queue.good.says': '{count, plural, one {# job} other {# jobs}} waiting',
  'health.queue.watch.says':
    '{count, plural, one {# job} other {# jobs}} waiting, up to {minutes, plural, one {# minute} other {# minutes}}',
  'health.queue.watch.todo': 'Unless a large import is running, see the jobs.',
  'health.queue.bad.says': 'Jobs pile up: {count}, up to {minutes, plural, one {# minute} other {# minutes}}',
  'health.queue.bad.todo': 'Restart the service; if that does not help, see the log of the server.',
  'health.queue.letters.says': '{count, plural, one {# job has} other {# jobs have}} failed',
  'health.queue.letters.todo': 'Repeat or drop them in the part about jobs.',
  'health.backup.good.says': 'The last backup is {hours, plural, one {# hour} other {# hours}} old',
  'health.backup.watch.says':
    'The last backup is {hours, plural, one {# hour} other {# hours}} old: one should be made a day',
  'health.backup.watch.todo': 'Back up now, and see whether the job has failed.',
  'health.backup.bad.says': 'The last backup is {hours, plural, one {# hour} other {# hours}} old',
  'health.backup.bad.todo': 'Back up now, and see why the job fails.',
  'health.backup.none.says': 'There is no backup',
  'health.backup.none.todo': 'Back up now; a database elsewhere is backed up on its server.',
  'health.clock.good.says': 'The clocks of server and database agree',
  'health.clock.watch.says':
    'The clocks of server and database differ by {seconds, plural, one {# second} other {# seconds}}',
  'health.clock.watch.todo': 'Check the time synchronisation of both machines.',
  'health.clock.bad.says':
    'The clocks of server and database differ by {seconds, plural, one {# second} other {# seconds}}',
  'health.clock.bad.todo': 'Set the clocks right now: logins and reminders go wrong.',
  'health.outside.good.says': '{count, plural, one {# service outside is} other {# services outside are}} set up',
  'health.outside.none.says': 'No services outside are set up (maps, company register): nothing depends on them',
  'health.mail.none.says': 'This system sends no mail: messages are shown in it',
  'health.migrations.good.says':
    'The database has version {version}, {count, plural, one {# migration} other {# migrations}} applied',
  'health.migrations.bad.says': 'The database has version {version}, the program needs {known}',
  'health.migrations.bad.todo': 'Restart the service to complete the upgrade.',
} as const;
