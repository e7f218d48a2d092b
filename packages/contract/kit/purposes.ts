/** For what people may agree that what is known of them is used, and in which words, where an organization has none of its own. */
export const purposes = {
  referral: {
    label: 'Referral',
    hint: 'Their record is sent to another organization to get them help',
    wording: 'I agree that you can send my information to the organizations you refer me to.',
  },
  sharing: {
    label: 'Sharing with affiliates',
    hint: 'Affiliated organizations see how many responses their shared forms have',
    wording: 'I agree that you can share my information with the organizations you work with.',
  },
  export: {
    label: 'Exports',
    hint: 'Downloaded files include them',
    wording: 'I agree that my information can be included in files that leave this system.',
  },
  report: {
    label: 'Reports',
    hint: 'Reports count and list them',
    wording: 'I agree that you can use my information in reports.',
  },
  api: {
    label: 'Other programs',
    hint: 'Programs that call the API can see them',
    wording: 'I agree that your other computer programs can read my information.',
  },
} as const;
export type Purpose = keyof typeof purposes;
export const purposeNames = Object.keys(purposes) as [Purpose, ...Purpose[]];
