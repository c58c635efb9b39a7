/** dd/mm/yyyy in both languages, as specified for topics. */
export const formatDay = (iso: string): string =>
  new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: '2-digit', year: 'numeric' }).format(
    new Date(iso),
  );
