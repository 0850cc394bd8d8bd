import { submitRoutes } from '#server/testing/approvals/submit-route.ts';
import { startTestProduct } from './fixture-product/start.ts';

// The product, where a test submits drafts without the form of their type.
await startTestProduct({ furtherRoutes: submitRoutes });
