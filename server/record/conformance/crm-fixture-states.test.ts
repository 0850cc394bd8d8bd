import { expect, it } from 'vitest';
import { everyCapabilityOf } from '#server/testing/suites/every-capability.ts';
import { everyStateOf, lockingStates } from '#server/testing/suites/every-state.ts';
import { fixtureStates } from '#server/testing/fixtures/states.ts';

it('finds states that lock something', () => expect(lockingStates(fixtureStates.type).length).toBeGreaterThan(4));

everyCapabilityOf(fixtureStates.type, [fixtureStates]);
everyStateOf(fixtureStates.type, [fixtureStates]);
