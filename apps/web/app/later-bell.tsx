import { useEffect, useState } from 'react';
import { Bell } from '#web/features/notices/screens.tsx';

/** The bell, once the screen has had its time to come. */
export const LaterBell = () => {
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    const later = setTimeout(() => setTime(true), 1500);
    return () => clearTimeout(later);
  }, []);
  return isTime && <Bell />;
};
