import { GlobalOutlined } from '@ant-design/icons';
import { managePage } from '#web/modules/manage-page.ts';
import type { Page } from '#web/modules/page.ts';

/** Who promotes public courses in which province. */
export const courseMapPages: readonly Page[] = [
  {
    path: '/manager/PublicCourseMapSet',
    area: 'manage',
    needs: ['manage', 'crm', 'publicCourseMapAuth'],
    title: 'page.course_map',
    help: 'help.course_map',
    group: 'page.crm_settings',
    icon: GlobalOutlined,
    page: managePage(() => import('#web/modules/crm/course-map/course-map-page.tsx'), 'CourseMapPage'),
  },
];
