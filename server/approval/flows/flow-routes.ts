import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { flowCalls } from '#shared/approval/flow-calls.ts';
import { flowStatuses } from '#shared/approval/flow.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { pageAnswer } from '#shared/wire/values.ts';
import { daysOf, setDays } from './calendar.ts';
import { flowCategories } from './flow-categories.ts';
import { listedFlows, plainFlow, stepAnswers } from './flow-answers.ts';
import { offeredFlow } from './offered-flow.ts';
import { requireListed } from './own-flows.ts';
import { rehearseFlow } from './rehearsal.ts';
import { changeFlowStatus, copyFlow, orderFlows, saveFlow } from './save-flow.ts';
import { endStandIn, saveStandIn, standInsFor } from './stand-ins.ts';
import { listFlows } from './stored-flows.ts';
import { tryFlows } from './trial.ts';

/** Deeper pages are refused (security L7). */
const deepest = 10_000;

/** Whoever sets up what others are bound to is in the log (security O6). */
const trace = (db: Database, actor: Actor, what: string, subject: string): Promise<void> =>
  audit(db, { userId: actor.userId, what, subject, result: 'done', address: actor.address });

/** Calls of flows, of who stands in for whom, and of the working days that time limits count. */
export const flowRoutes = (): Route[] => [
  route(flowCalls.step, ({ db, actor, input }) => offeredFlow(db, actor, input)),
  route(flowCalls.list, async ({ db, actor, input: { page, limit } }) => {
    const offset = (page - 1) * limit;
    if (offset > deepest) throw new AppError('input.page_too_deep');
    const { flows, total } = await listFlows(db, { limit, offset });
    return pageAnswer(await listedFlows(db, actor, flows), total, page, limit);
  }),
  route(flowCalls.categories, ({ db, actor }) => flowCategories(db, actor)),
  route(flowCalls.one, async ({ db, actor, input }) => {
    const flow = await requireListed(db, input.examineId);
    const names = await directoryOf(db, actor.rights.version);
    return { examine: plainFlow(flow, names), step: await stepAnswers(db, actor, flow) };
  }),
  route(flowCalls.save, async ({ db, actor, input: { examineId, ...flow } }) => {
    if (examineId !== undefined) await requireListed(db, examineId);
    const saved = await saveFlow(db, actor, flow, examineId);
    await trace(db, actor, 'examine.saved', `${saved} ${flow.name}`);
    return { status: 1, examineId: saved };
  }),
  route(flowCalls.status, async ({ db, actor, input: { examineId, status = flowStatuses.deleted } }) => {
    await requireListed(db, examineId);
    await changeFlowStatus(db, actor, examineId, status);
    await trace(db, actor, 'examine.status', `${examineId} ${status}`);
    return null;
  }),
  route(flowCalls.order, async ({ db, actor, input }) => {
    await orderFlows(db, actor, input.examineIds);
    await trace(db, actor, 'examine.ordered', input.examineIds.join());
    return null;
  }),
  route(flowCalls.copy, async ({ db, actor, input }) => {
    await requireListed(db, input.examineId);
    const copy = await copyFlow(db, actor, input.examineId, input.name);
    await trace(db, actor, 'examine.copied', `${input.examineId} ${copy}`);
    return { examineId: copy };
  }),
  route(flowCalls.rehearse, ({ db, actor, input: { examineId, ...flow } }) => rehearseFlow(db, actor, flow, examineId)),
  route(flowCalls.trial, ({ db, actor, input }) => tryFlows(db, actor, input)),
  route(flowCalls.days, ({ db, input }) => daysOf(db, input.startDate, input.endDate)),
  route(flowCalls.setDays, async ({ db, actor, input }) => {
    await setDays(db, actor, input.days);
    await trace(
      db,
      actor,
      'calendar.set',
      input.days.map(({ workDate, isWorking }) => `${workDate} ${isWorking}`).join(),
    );
    return null;
  }),
  route(flowCalls.standIns, ({ db, actor }) => standInsFor(db, actor)),
  route(flowCalls.saveStandIn, async ({ db, actor, input }) => {
    const standInId = await saveStandIn(db, actor, input);
    const { userId = actor.userId, substituteId, startTime, endTime } = input;
    await trace(db, actor, 'stand_in.saved', `${standInId} ${userId} ${substituteId} ${startTime} ${endTime}`);
    return { standInId };
  }),
  route(flowCalls.endStandIn, async ({ db, actor, input }) => {
    await endStandIn(db, actor, input.standInId);
    await trace(db, actor, 'stand_in.ended', String(input.standInId));
    return null;
  }),
];
