-- Giving the free plan ends what was given by hand; before, it made a subscription that hid every purchase.
WITH ended AS (
	UPDATE subscriptions SET status = 'canceled', updated_at = now()
	WHERE provider = 'manual' AND status = 'active' AND plan_id = '01930000-0000-7000-8000-000000000001'
	RETURNING id, plan_id, to_char(current_period_end AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ends
)
INSERT INTO subscription_changes (id, subscription_id, before, after, source)
	SELECT gen_random_uuid(), id,
		jsonb_build_object('planId', plan_id, 'status', 'active', 'currentPeriodEnd', ends, 'graceUntil', NULL),
		jsonb_build_object('planId', plan_id, 'status', 'canceled', 'currentPeriodEnd', ends, 'graceUntil', NULL),
		'job'
	FROM ended;
