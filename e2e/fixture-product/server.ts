import { routesOfTypes } from '#server/testing/company/test-types.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { fixturePages, fixtureTypes, fixtureWords } from './fixtures.ts';
import { startTestProduct } from './start.ts';

// The product with test-only record types.
Object.assign(cn, fixtureWords.cn);
Object.assign(en, fixtureWords.en);
await startTestProduct({ types: fixtureTypes, furtherRoutes: routesOfTypes(fixtureTypes), pages: fixturePages });
