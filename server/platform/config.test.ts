import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

const databaseUrl = 'postgresql://app:secret-word@db.example:5432/jianye';

describe('loadConfig', () => {
  it('has a default for everything', () => {
    expect(loadConfig({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      migrationDatabaseUrl: undefined,
      trustProxy: false,
      adminPassword: undefined,
      demoData: true,
      publicUrl: undefined,
      logLevel: 'info',
      platformHomeUrl: undefined,
      companyTimeZone: 'Asia/Shanghai',
      mapPlaces: null,
      enterprises: null,
      outsidePrivateHosts: [],
    });
  });

  it('treats an empty variable as unset', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: '', TRUST_PROXY: '', DATA_DIR: '' })).toEqual(loadConfig({}));
  });

  it('reads every variable', () => {
    const config = loadConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      DATA_DIR: '/srv/jianye',
      DATABASE_URL: databaseUrl,
      TRUST_PROXY: 'loopback, 10.0.0.0/8, ::1',
      ADMIN_PASSWORD: '十二个字的管理员密码呀呀',
      PUBLIC_URL: 'https://crm.example.com/',
      LOG_LEVEL: 'warn',
      PLATFORM_HOME_URL: 'https://home.example.com/start?from=crm',
      COMPANY_TIME_ZONE: 'Europe/Berlin',
      MAP_PLACES_URL: 'http://Places.local:8080/',
      MAP_PLACES_KEY: 'k',
      ENTERPRISE_URL: 'https://registry.example/api/',
      ENTERPRISE_KEY: 'e',
      OUTSIDE_PRIVATE_HOSTS: 'places.local:8080, [::1]:9000',
    });
    expect(config).toEqual({
      port: 0,
      host: '0.0.0.0',
      dataDir: '/srv/jianye',
      databaseUrl,
      migrationDatabaseUrl: databaseUrl,
      trustProxy: ['loopback', '10.0.0.0/8', '::1'],
      adminPassword: '十二个字的管理员密码呀呀',
      demoData: false,
      publicUrl: 'https://crm.example.com',
      logLevel: 'warn',
      platformHomeUrl: 'https://home.example.com/start?from=crm',
      companyTimeZone: 'Europe/Berlin',
      mapPlaces: { url: 'http://Places.local:8080', key: 'k' },
      enterprises: { url: 'https://registry.example/api', key: 'e' },
      outsidePrivateHosts: ['places.local:8080', '[::1]:9000'],
    });
  });

  it('loads demo data into a foreign database only when asked to', () => {
    expect(loadConfig({ DATABASE_URL: databaseUrl, DEMO_DATA: '1' }).demoData).toBe(true);
    expect(loadConfig({ DEMO_DATA: '0' }).demoData).toBe(false);
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '30 00'],
    ['HOST', 'a b'],
    ['DATABASE_URL', 'mysql://app@db/jianye'],
    ['DATABASE_URL', 'postgresql://app@db'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '1'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,,'],
    ['ADMIN_PASSWORD', 'short'],
    ['DEMO_DATA', 'yes'],
    ['PUBLIC_URL', 'javascript:alert(1)'],
    ['PUBLIC_URL', 'crm.example.com'],
    ['PUBLIC_URL', 'https://crm.example.com/?a=b'],
    ['LOG_LEVEL', 'loud'],
    ['PLATFORM_HOME_URL', 'file:///etc/passwd'],
    ['COMPANY_TIME_ZONE', 'Asia/Peking'],
    ['MAP_PLACES_URL', 'http://places.example'],
    ['ENTERPRISE_URL', 'http://registry.example'],
    ['MAP_PLACES_URL', 'https://key@places.example'],
    ['MAP_PLACES_URL', 'https://:key@places.example'],
    ['OUTSIDE_PRIVATE_HOSTS', 'places.local'],
    ['OUTSIDE_PRIVATE_HOSTS', 'http://places.local:80'],
  ])('refuses %s=%s in one line that names the variable', (name, value) => {
    const refused = refusal({ [name]: value });
    expect(refused).toMatch(new RegExp(`^${name}: `));
    expect(refused).not.toContain('\n');
  });

  it('refuses an owner address without an address', () => {
    expect(refusal({ MIGRATION_DATABASE_URL: databaseUrl })).toMatch(/^MIGRATION_DATABASE_URL /);
  });

  it('never repeats a secret', () => {
    expect(refusal({ ADMIN_PASSWORD: 'hunter2' })).not.toContain('hunter2');
    expect(refusal({ DATABASE_URL: 'http://app:hunter2@db/x' })).not.toContain('hunter2');
  });
});

function refusal(env: Record<string, string>): string {
  try {
    loadConfig(env);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as Error).message;
  }
  throw new Error('accepted');
}
