-- The first messages and weeks of accounts from before these were counted. Weeks lack the accounts deleted since.
INSERT INTO "user_milestones" ("user_id", "first_message_day", "first_message_at")
SELECT "days"."user_id", "days"."day", "firsts"."at"
FROM (SELECT "user_id", min("day") AS "day" FROM "user_days" GROUP BY 1) AS "days"
LEFT JOIN (
	SELECT "chats"."user_id", min("messages"."created_at") AS "at" FROM "messages" JOIN "chats" ON "chats"."id" = "messages"."chat_id"
	WHERE "messages"."sender" = 'human' GROUP BY 1
) AS "firsts" ON "firsts"."user_id" = "days"."user_id" AND ("firsts"."at" AT TIME ZONE 'America/Sao_Paulo')::date = "days"."day";
--> statement-breakpoint
INSERT INTO "user_milestones" ("user_id", "first_paid_at")
SELECT "subscriptions"."user_id", min("changes"."created_at")
FROM "subscription_changes" AS "changes" JOIN "subscriptions" ON "subscriptions"."id" = "changes"."subscription_id"
WHERE "subscriptions"."user_id" IS NOT NULL AND "subscriptions"."provider" IN ('hubla', 'stripe') AND "changes"."after"->>'status' = 'active'
	AND "changes"."after"->>'planId' <> '01930000-0000-7000-8000-000000000001'
GROUP BY 1
ON CONFLICT ("user_id") DO UPDATE SET "first_paid_at" = excluded."first_paid_at";
--> statement-breakpoint
INSERT INTO "cohort_weeks" ("cohort", "week", "active")
SELECT date_trunc('week', "users"."created_at" AT TIME ZONE 'America/Sao_Paulo')::date, "weeks"."week", count(*)
FROM (SELECT "user_id", date_trunc('week', "day"::timestamp)::date AS "week" FROM "user_days" GROUP BY 1, 2) AS "weeks"
JOIN "users" ON "users"."id" = "weeks"."user_id"
WHERE date_trunc('week', "users"."created_at" AT TIME ZONE 'America/Sao_Paulo')::date BETWEEN "weeks"."week" - 77 AND "weeks"."week"
GROUP BY 1, 2;
