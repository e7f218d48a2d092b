import { beforeEach, describe, expect, test, vi } from 'vitest';
import { simulatedKey, simulatedOrganization, startSimulator, type Trouble } from '#tests/referral-simulator.ts';
import { connectTo, SystemDown } from './connector.ts';

const simulator = await startSimulator();
const system = {
  base_url: simulator.origin,
  api_key: simulatedKey,
  case_worthy_organization_id: simulatedOrganization,
  allowed: [{ origin: simulator.origin, isTrusted: true }],
};
// Long enough for a busy machine to reach the simulator.
const hurried = connectTo(system, { time: 700, between: 1 });
const referral = { entity_id: '7', referral_date: '2026-11-23', external_id: '1' };

beforeEach(() => {
  simulator.trouble = () => null;
  simulator.delay = () => 0;
  simulator.asked.length = 0;
});

describe('R105 the time that a call to the referral system may take', () => {
  test('ends it, once: whether it was done there is not known', async () => {
    simulator.trouble = () => 'silent';
    const failure = await hurried.createReferral(referral, 'once').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(SystemDown);
    expect(failure).toHaveProperty('reason', 'The server took longer than 0.7 seconds');
    expect(simulator.asked).toHaveLength(1);
  });

  test.each<Trouble>(['silent', 'stalled'])('ends each of three readings of a system that is %s', async (kind) => {
    simulator.trouble = () => kind;
    const reason = 'The server took longer than 0.7 seconds';
    await expect(hurried.statuses()).rejects.toMatchObject({ reason });
    expect(simulator.asked).toHaveLength(3);
  });

  test('is waited for, and no longer: a reading that is slow once is answered by the next', async () => {
    simulator.delay = () => (simulator.asked.length === 1 ? 2000 : 0);
    expect(await hurried.statuses()).toHaveLength(4);
    expect(simulator.asked).toHaveLength(2);
  });

  test('is ten seconds', async () => {
    const limited = vi.spyOn(AbortSignal, 'timeout');
    await connectTo(system).statuses();
    expect(limited.mock.calls).toEqual([[10_000]]);
    limited.mockRestore();
  });
});
