type Preview = { responses: number; changed: number; blank: number; is_estimate: boolean };

/**
 * Says what becomes of results when a calculation changes, before it is saved.
 * @param counted writes a number with its noun: "1,204 responses"
 */
export const resultsSentences = (
  { responses, changed, blank, is_estimate }: Preview,
  counted: (count: number, one: string) => string,
): string[] => {
  const about = is_estimate ? 'about ' : '';
  const would = [
    ...(changed === 0 ? [] : [`${about}${changed.toLocaleString('en-US')} would change`]),
    ...(blank === 0 ? [] : [`${about}${blank.toLocaleString('en-US')} of these would become blank`]),
  ];
  return [
    `${counted(responses, 'response')} ${responses === 1 ? 'has' : 'have'} a result. Keep ${responses === 1 ? 'it as it was calculated, or recalculate it' : 'them as they were calculated, or recalculate them'}?`,
    `If you recalculate, ${would.join(', and ')}. You can undo this on the form’s page.`,
  ];
};
