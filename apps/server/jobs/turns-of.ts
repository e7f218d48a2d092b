/**
 * Of each process, one run works for an organization at a time; who comes meanwhile has it look once more when it is done,
 * and does not wait for that.
 */
export const turnsOf = () => {
  const atIt = new Map<number, { again: boolean }>();
  return async (organization_id: number, work: () => Promise<unknown>): Promise<void> => {
    const other = atIt.get(organization_id);
    if (other) {
      other.again = true;
      return;
    }
    const mine = { again: true };
    atIt.set(organization_id, mine);
    try {
      while (mine.again) {
        mine.again = false;
        await work();
      }
    } finally {
      atIt.delete(organization_id);
    }
  };
};
