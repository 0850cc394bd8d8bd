import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { callQuery } from '#web/lib/http/queries.ts';
import { useText } from '#web/lib/i18n/i18n.ts';
import { setSiteName } from '#web/lib/screen/page-title.ts';
import { systemConfigCalls } from '#shared/admin/system-config-calls.ts';
import { passwordLength } from '#shared/auth/password-length.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

/**
 * The company's name and logo; our own name by default. `platformHome`: the link of the logo, if any. `minPasswordLength`:
 * what new passwords are held to.
 */
type SystemConfig = OutputOf<typeof systemConfigCalls.get>;

export function useSystemConfig(): SystemConfig {
  const text = useText();
  const { data } = useQuery({ ...callQuery(systemConfigCalls.get, {}), staleTime: 5 * 60_000 });
  const name = data?.name || text('app.name');
  useEffect(() => setSiteName(name), [name]);
  return {
    name,
    logo: data?.logo ?? '',
    platformHome: data?.platformHome ?? '',
    minPasswordLength: data?.minPasswordLength ?? passwordLength.min,
  };
}
