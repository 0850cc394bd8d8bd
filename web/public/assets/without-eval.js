// Before any module: schemas would try to make functions from text when they are made, which the content policy forbids
// and reports (security W1).
globalThis.__zod_globalConfig = { jitless: true };
