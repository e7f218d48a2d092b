/** For what people may agree that what is known of them is used, and in which words, where an organization has none of its own. */
export const purposes = {
  referral: {
    label: 'Referral',
    hint: 'Their record goes to another organization that is asked to help',
    wording: 'I agree that what you know about me is sent to other organizations that I am referred to.',
  },
  sharing: {
    label: 'Sharing with affiliates',
    hint: 'What is recorded about them counts for affiliated organizations',
    wording: 'I agree that what you record about me is shared with the organizations you work with.',
  },
  export: {
    label: 'Exports',
    hint: 'They stand in files that are downloaded',
    wording: 'I agree that what you know about me may stand in files that leave this system.',
  },
  report: {
    label: 'Reports',
    hint: 'They are counted and listed in reports',
    wording: 'I agree that what you know about me is used for reports.',
  },
  api: {
    label: 'Other programs',
    hint: 'Programs that call the API find them',
    wording: 'I agree that other computer programs of yours may read what you know about me.',
  },
} as const;
export type Purpose = keyof typeof purposes;
export const purposeNames = Object.keys(purposes) as [Purpose, ...Purpose[]];
