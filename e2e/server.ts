import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '#server/testing/process.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
export const adminPassword = 'Jy-Browser-7412';

/** Starts the product with the data of `folder`, which is filled when empty; resolves once a login works. */
export async function startServer(
  folder: string,
  entry = 'server/main.ts',
): Promise<{ url: string; end: () => Promise<void> }> {
  const port = await freePort();
  const server = spawn(process.execPath, ['--disable-proto=delete', entry], {
    cwd: root,
    env: { ...process.env, PORT: String(port), DATA_DIR: folder, ADMIN_PASSWORD: adminPassword, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  const end = async () => {
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGTERM');
    await ended;
  };
  try {
    await ready(server, url);
  } catch (error) {
    if (server.exitCode === null) await end();
    throw error;
  }
  return { url, end };
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  for (let round = 0; round < 300; round += 1) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const answer = await fetch(`${url}/health`).catch(() => null);
    // the demo company is loaded after the server starts listening
    if (answer?.ok && (await canLogIn(url))) return;
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error('the server did not come up');
}

async function canLogIn(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: adminPassword }),
  });
  const { code, user } = (await answer.json()) as { code: number; user?: unknown };
  return code === 0 && user !== undefined;
}
