import { totalmem } from 'node:os';

const megabyte = 1024 * 1024;

/**
 * Settings of the embedded server, as `-c` arguments: they override its configuration files. `memory` is that of this
 * machine or container, in bytes.
 */
export function serverSettings(logs: string, memory = availableMemory()): Record<string, string> {
  const sharedBuffers = clamp(memory / 4, 32 * megabyte, 2048 * megabyte);
  return {
    // Durability (security D2). checkDurability refuses anything else.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    // Memory
    shared_buffers: inMegabytes(sharedBuffers),
    effective_cache_size: inMegabytes(clamp(memory / 2, sharedBuffers, 64 * 1024 * megabyte)),
    work_mem: memory < 2048 * megabyte ? '8MB' : '32MB',
    maintenance_work_mem: inMegabytes(clamp(memory / 16, 32 * megabyte, 512 * megabyte)),
    // Work: one machine with solid-state storage, many short statements
    max_connections: '100',
    random_page_cost: '1.1',
    jit: 'off',
    wal_compression: 'on',
    max_wal_size: '2GB',
    // A statement of a disconnected client is cancelled; so a killed application leaves no lock behind (security D3).
    ...(process.platform === 'win32' ? {} : { client_connection_check_interval: '2s' }),
    // A week of logs. Terse: details and contexts would contain users' values (security O6).
    logging_collector: 'on',
    log_directory: logs,
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
    log_error_verbosity: 'terse',
    log_line_prefix: '%m [%p] %q%u@%d %e ',
    log_timezone: 'UTC',
    // Only for the server itself: each session of the application sets its own.
    timezone: 'UTC',
    password_encryption: 'scram-sha-256',
  };
}

/** The container's limit when that is less than the machine has. */
function availableMemory(): number {
  const allowed = process.constrainedMemory();
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), Math.max(most, least));
}

function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / megabyte)}MB`;
}
