import { UserOutlined } from '@ant-design/icons';
import { lazyPage } from '#web/lib/lazy-page.tsx';
import type { Page } from '#web/modules/page.ts';

/** One’s own account. */
export const personPages: readonly Page[] = [
  {
    path: '/person/index',
    area: null,
    needs: null,
    title: 'shell.person',
    help: 'help.person',
    icon: UserOutlined,
    page: lazyPage(() => import('#web/modules/auth/person/person-page.tsx'), 'PersonPage'),
  },
];
